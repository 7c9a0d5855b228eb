"""The steps from 0021 on: a folder holds twenty modules. Alembic looks into all folders of versions/."""
