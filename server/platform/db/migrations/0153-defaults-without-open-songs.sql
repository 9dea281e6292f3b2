-- Open songs belong to one concert: one that begins with this rule and none of them takes no order.
update default_rules set rules = rules - 'songs' where rules ->> 'songs' = 'open';
