-- What news is about becomes the kind of a notification, whose check stays.
alter table follow_news drop constraint follow_news_about_check;
