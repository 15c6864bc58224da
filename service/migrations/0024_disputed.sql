-- What a wallet has paid after it had finally refused to: nobody moves it any more.
alter table inventory_items drop constraint inventory_items_state_is_known;
alter table inventory_items add constraint inventory_items_state_is_known
  check (state in ('unresolved', 'crediting', 'disputed', 'ship_requested', 'fulfilled', 'cashed_back', 'expired',
                   'forwarded_to_casino', 'consumed', 'reserved', 'paid_out'));

alter table rounds drop constraint rounds_state_is_known;
alter table rounds add constraint rounds_state_is_known
  check (state in ('pending', 'voiding', 'refunding', 'held', 'cancelling', 'disputed', 'settled', 'voided'));

update inventory_items item set state = 'disputed'
from wallet_operations o
where o.operator_id = item.operator_id and o.kind = 'cashback_credit' and o.state = 'conflict'
  and o.subject_id = item.inventory_item_id::text and item.state = 'unresolved';

update rounds round set state = 'disputed'
from wallet_operations o
where o.operator_id = round.operator_id and o.kind = 'round_refund' and o.state = 'conflict'
  and o.subject_id = round.public_id and round.state = 'held';
