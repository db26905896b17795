-- A role for nodes that may do what a node does and no more. Again after every upgrade.
BEGIN;
REVOKE ALL ON ALL TABLES IN SCHEMA polemos, polemos_vault, polemos_views FROM polemos_node;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA polemos, polemos_vault FROM polemos_node;
GRANT USAGE ON SCHEMA polemos, polemos_vault, polemos_views TO polemos_node;
GRANT SELECT ON polemos.steps, polemos.cluster, polemos_vault.bus_key TO polemos_node;
GRANT SELECT, INSERT ON polemos.events, polemos.types TO polemos_node;
GRANT SELECT, INSERT, UPDATE ON polemos.games TO polemos_node;
GRANT SELECT, UPDATE ON polemos.log_head TO polemos_node;
GRANT SELECT, INSERT, DELETE ON polemos.commands TO polemos_node;
GRANT SELECT, INSERT, UPDATE, DELETE ON polemos.nodes, polemos.leases TO polemos_node;
GRANT USAGE ON SEQUENCE polemos.fences TO polemos_node;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA polemos TO polemos_node;
GRANT SELECT, INSERT, UPDATE, DELETE ON polemos_vault.secrets, polemos_vault.digests,
    polemos_vault.names, polemos_vault.rooms TO polemos_node;
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA polemos_views TO polemos_node;
REVOKE INSERT ON polemos_views.cursor FROM polemos_node;
COMMIT;
