-- contract: since 0.1 nobody writes them; notifications and wishes have all that they had.
drop table push_messages, follow_notices, song_wishes, town_wishes;
drop function push_messages_are_notifications();
drop function follow_notices_are_notifications();
drop function song_wishes_are_wishes();
drop function town_wishes_are_wishes();
