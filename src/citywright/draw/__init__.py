"""Drawing tools shared by the games' pictures: pure functions from small inputs to SVG text."""
