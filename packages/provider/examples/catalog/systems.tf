locals {
  domains = {
    commerce   = { name = "Commerce", description = "Selling bicycles and getting paid.", team = "orders" }
    fulfilment = { name = "Fulfilment", description = "Keeping the promise that was sold.", team = "logistics" }
    platform   = { name = "Platform", description = "What everything else stands on.", team = "platform" }
  }

  systems = {
    shop      = { name = "Shop", description = "Where customers look, choose and book.", domain = "commerce", team = "storefront" }
    ordering  = { name = "Ordering", description = "From a basket to an order.", domain = "commerce", team = "orders" }
    paying    = { name = "Paying", description = "From an order to money.", domain = "commerce", team = "payments" }
    warehouse = { name = "Warehouse", description = "Stock and delivery.", domain = "fulfilment", team = "logistics" }
    identity  = { name = "Identity", description = "Who a customer is.", domain = "platform", team = "platform" }
  }
}

resource "svc_domain" "domain" {
  for_each = local.domains

  name          = each.value.name
  description   = each.value.description
  owner_team_id = svc_team.team[each.value.team].id
}

# What belongs to a system is said once, by the services themselves.
resource "svc_system" "system" {
  for_each = local.systems

  name            = each.value.name
  description     = each.value.description
  domain_id       = svc_domain.domain[each.value.domain].id
  owner_team_id   = svc_team.team[each.value.team].id
  lifecycle_stage = "production"
  component_ids   = [for key, service in local.services : svc_project.service[key].id if service.system == each.key]
  api_ids         = [for key, service in local.services_with_api : svc_api.api[key].id if service.system == each.key]
  resource_ids = [
    for key, resource in local.resources : svc_resource.resource[key].id
    if local.services[resource.service].system == each.key
  ]
}
