-- A photo that would not be removed waits, so that the photos after it have their turn.
alter table kyc_images add column look_at timestamptz;
