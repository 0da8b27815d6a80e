-- Whoever changes a thread or a reply can say which state of it they have read.

alter table threads add column version integer not null default 1;
alter table replies add column version integer not null default 1;
