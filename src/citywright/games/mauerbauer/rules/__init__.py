"""The rules of Die Mauerbauer, compiled. They import neither text nor drawing."""
