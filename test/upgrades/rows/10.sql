update breeding_value set parent_average = 1, family = 0.5, own_test = 0.75, offspring = 0.25 where raw = 2.5;
