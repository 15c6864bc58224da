-- Until now every version came from a file. In a transaction of its own, because 0057 locks all boxes.
update boxes b set offer_in_file = (
  select jsonb_build_object('priceMinor', v.price_minor, 'prizes', (
    select jsonb_agg(jsonb_build_array(i.key, p.chance_units) order by p.position)
    from box_version_prizes p
    join catalogue_items i on i.operator_id = p.operator_id and i.item_id = p.item_id
    where p.operator_id = v.operator_id and p.box_version_id = v.box_version_id))
  from box_versions v
  where v.operator_id = b.operator_id and v.box_id = b.box_id
  order by v.version_number desc limit 1);
