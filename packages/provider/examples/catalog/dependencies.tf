locals {
  calls = merge([
    for caller, service in local.services : {
      for called, purpose in try(service.calls, {}) : "${caller}-calls-${called}" => {
        caller = caller, called = called, purpose = purpose
      }
    }
  ]...)
}

resource "svc_dependency_edge" "call" {
  for_each = local.calls

  from_kind   = "component"
  from_id     = svc_project.service[each.value.caller].id
  to_kind     = "api"
  to_id       = svc_api.api[each.value.called].id
  type        = "consumes_api"
  description = each.value.purpose
}

resource "svc_dependency_edge" "storage" {
  for_each = local.resources

  from_kind = "component"
  from_id   = svc_project.service[each.value.service].id
  to_kind   = "resource"
  to_id     = svc_resource.resource[each.key].id
  type      = each.value.access
}
