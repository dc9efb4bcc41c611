"""What the site of the manual has beside the texts in docs/: pages made from the code, and files that texts link to."""
