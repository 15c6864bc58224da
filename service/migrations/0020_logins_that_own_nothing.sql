-- The service connects as the logins coffer_app and coffer_jobs, which own nothing. `coffer migrate` gives them their passwords.
-- Row-level security holds for the owner of the tables, too; it sees all rows as a member of coffer_jobs (0001).

-- Puts a table of an operator's rows under row-level security: requests see one operator, jobs see all. The privileges are those that
-- the stores use and no more; what may be updated is named column by column.
create or replace function protect_operator_table(target regclass, privileges text default 'select, insert') returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy of_operator on %s to coffer_app
       using (operator_id = current_setting(''coffer.operator_id'')::bigint)
       with check (operator_id = current_setting(''coffer.operator_id'')::bigint)', target);
  execute format('create policy of_jobs on %s to coffer_jobs using (true) with check (true)', target);
  execute format('grant %s on %s to coffer_app, coffer_jobs', privileges, target);
end
$$;

-- Narrows what the logins may update in a table of before to these columns.
create function narrow_updates(target regclass, columns text) returns void
language plpgsql as $$
begin
  execute format('revoke update on %s from coffer_app, coffer_jobs', target);
  execute format('grant update (%s) on %s to coffer_app, coffer_jobs', columns, target);
end
$$;

do $$
declare
  target regclass;
begin
  for target in select oid from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity loop
    execute format('alter table %s force row level security', target);
  end loop;
  -- A temporary table would be found before the table whose name it takes, by every later request of its connection.
  execute format('revoke temporary on database %I from public', current_database());
end
$$;

select narrow_updates('operators', 'currency, settings, updated_at');
select narrow_updates('api_keys', 'last_used_at, ends_at, revoked_at');
select narrow_updates('seen_requests', 'seen_at');
-- Nothing of a player changes; but to lock a row takes the right to update something of it.
select narrow_updates('players', 'created_at');
select narrow_updates('actions', 'status, body');
select narrow_updates('wallet_operations',
  'state, lease_until, next_look_at, resolver_tries, error_code, balance_after_minor, provider_txn_ref, closed_at');
select narrow_updates('wallet_attempts', 'outcome, reason, closed_at, lease_until');
select narrow_updates('seed_pairs', 'state, server_seed, client_seed, next_nonce, active_since, revealed_at');
select narrow_updates('catalogue_items',
  'name, type, currency, value_minor, value_in_file, image_url, shipping_cost_minor, is_collectible, collectible_category,
   metadata, stock, stock_in_file, upgrader_prize, cashback, archived_at');
select narrow_updates('box_attributes', 'type, default_value');
select narrow_updates('boxes',
  'slug, name, description, image_url, refundable, attributes, archived_at, event_sequence, live_version_id, current_rtp_bps,
   unprofitable_since, paused_at');
select narrow_updates('launches', 'consumed_at, free_opens_used');
select narrow_updates('sessions', 'seen_at, revoked_at, currency, rate, rate_from, rate_pinned_at');
select narrow_updates('rounds',
  'state, pair_id, nonce, server_seed_hash, client_seed, payout_minor, operator_payout_minor, facts, settled_at, refunded_minor,
   refunded_at');
select narrow_updates('round_reels',
  'raw_draw, chance_units, item_id, item_name, item_type, item_value_minor, inventory_item_id');
select narrow_updates('round_deals', 'rolled_bps, won_inventory_item_id');
select narrow_updates('inventory_items',
  'state, expired_at, credit_currency, credit_rate, credits_minor, basis_minor, price_fall_minor, price_rise_minor,
   credits_share_minor, credit_operation_id');
select narrow_updates('payouts', 'status, closed_at');
select narrow_updates('webhook_endpoints', 'secret_sealed, previous_secret_sealed, previous_secret_ends_at, enabled, gone_at');
select narrow_updates('webhook_deliveries',
  'status, attempt_count, next_attempt_at, last_attempt_id, last_attempt_at, delivered_at');
select narrow_updates('webhook_attempts', 'ended_at, status_code, reason');
select narrow_updates('rate_buckets', 'used_parts, at_ms, granted_parts, burst_count, refill_count, period_ms');
select narrow_updates('campaigns', 'cancelled_at');
select narrow_updates('campaign_players', 'used_count');
select narrow_updates('restrictions',
  'self_excluded, cool_off_until, daily_spend_minor, daily_spend_currency, daily_opens_count, updated_at');
select narrow_updates('shipping_orders',
  'status, address, user_notes, realized_total_cost_minor, carrier, tracking_number, tracking_url, delivered_at,
   replacements_sent_at, notice_count, noticed_at');
select narrow_updates('shipping_lines', 'waiting_for_stock, took_stock, left_at, left_because');
select narrow_updates('shipping_intents', 'state');
select narrow_updates('kyc_requests',
  'status, is_reverification, locale, return_origin, email_sealed, reverify_reason_sealed, answers_sealed, active_at, told_at,
   submitted_at, decided_at, reasons, retryable, hints, provider, provider_look_at, claimed_by, claim_ends_at, erased_at');
select narrow_updates('kyc_links', 'opened_at, cookie_hash, seen_at, ended_at');
select narrow_updates('kyc_images', 'state, look_at');
drop function narrow_updates;

revoke update on rate_feeds, staff, staff_links, staff_sessions from coffer_jobs;
grant update (asked_at) on rate_feeds to coffer_jobs;
grant update (roles, disabled_at) on staff to coffer_jobs;
grant update (used_at) on staff_links to coffer_jobs;
grant update (seen_at, ended_at) on staff_sessions to coffer_jobs;
-- Only the sweeps of all operators forget.
revoke delete on seen_requests, rate_buckets from coffer_app;

-- A process tells by it whether the schema is its own.
grant select on migrations to coffer_app, coffer_jobs;

-- What is final stays as it is. Asked after the update, where an answer of no costs next to nothing; only of the service's logins, so
-- that a migration may still correct what it must.
create function refuse_change_of_final_row() returns trigger
language plpgsql as $$
begin
  raise exception 'a row of % that is final does not change', tg_table_name using errcode = 'restrict_violation';
end
$$;
revoke execute on function refuse_change_of_final_row from public;

create trigger settled_stays after update on rounds for each row
  when ((old.state = 'settled' or (old.state = 'voided' and new.state <> 'refunding'))
    and current_user in ('coffer_app', 'coffer_jobs'))
  execute function refuse_change_of_final_row();
create trigger drawn_stays after update on round_reels for each row
  when (old.raw_draw is not null and current_user in ('coffer_app', 'coffer_jobs'))
  execute function refuse_change_of_final_row();
create trigger rolled_stays after update on round_deals for each row
  when (old.rolled_bps is not null and current_user in ('coffer_app', 'coffer_jobs'))
  execute function refuse_change_of_final_row();
-- A wallet may accept late what it had refused, or what was thought unsent; what it has accepted is never taken back.
create trigger closed_stays after update on wallet_operations for each row
  when ((old.state in ('accepted', 'conflict') or (old.state in ('refused', 'never_sent') and new.state not in ('accepted', 'conflict')))
    and current_user in ('coffer_app', 'coffer_jobs'))
  execute function refuse_change_of_final_row();
-- Only a reply that comes late takes the place of `unknown`.
create trigger closed_stays after update on wallet_attempts for each row
  when (old.outcome in ('accepted', 'refused', 'never_sent') and current_user in ('coffer_app', 'coffer_jobs'))
  execute function refuse_change_of_final_row();
create trigger revealed_stays after update on seed_pairs for each row
  when (old.state = 'revealed' and current_user in ('coffer_app', 'coffer_jobs'))
  execute function refuse_change_of_final_row();
create trigger answered_stays after update on actions for each row
  when (old.status is not null and current_user in ('coffer_app', 'coffer_jobs'))
  execute function refuse_change_of_final_row();
