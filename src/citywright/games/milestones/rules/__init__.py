"""The rules of Milestones, compiled. They import neither text nor drawing."""
