"""How strong somebody is: ratings of people and of levels on one scale, from results alone."""
