-- The currency that a session's pinned rate is from: the operator's when it was pinned. After the operator was converted to another
-- currency nothing is charged at it any more.
alter table sessions add column rate_from text;
update sessions set rate_from = operators.currency from operators where operators.operator_id = sessions.operator_id;
alter table sessions alter column rate_from set not null;
