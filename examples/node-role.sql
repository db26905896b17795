-- A role for nodes that may append but change no table. Again after every upgrade.
GRANT USAGE ON SCHEMA polemos, polemos_vault, polemos_views TO polemos_node;
GRANT SELECT, INSERT, UPDATE, DELETE
    ON ALL TABLES IN SCHEMA polemos, polemos_vault, polemos_views TO polemos_node;
REVOKE UPDATE, DELETE ON polemos.events FROM polemos_node;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA polemos, polemos_vault TO polemos_node;
