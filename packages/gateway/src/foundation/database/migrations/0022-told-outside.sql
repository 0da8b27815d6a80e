-- What was told outside of the web, for those who run the place.

create index notification_deliveries_outside on notification_deliveries (notification_id, channel) where channel <> 'in_app';
