"""What browsers add to the dice, and the page where anybody can check them."""
