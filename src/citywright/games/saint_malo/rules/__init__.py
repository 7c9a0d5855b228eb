"""The rules of Saint Malo, compiled. They import neither text nor drawing."""
