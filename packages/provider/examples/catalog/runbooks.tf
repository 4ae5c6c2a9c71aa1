locals {
  runbooks = {
    orders-stuck = {
      title      = "Orders are stuck"
      type       = "incident_response"
      services   = ["orders", "payments"]
      severities = ["critical", "blocker"]
    }
    stock-recount = {
      title    = "Counting the stock again"
      type     = "maintenance"
      services = ["stock"]
    }
    shop-rollback = {
      title      = "Taking a release of the shop back"
      type       = "rollback"
      services   = ["shop", "catalogue"]
      severities = ["major", "critical", "blocker"]
    }
  }
}

resource "svc_runbook" "runbook" {
  for_each = local.runbooks

  title                      = each.value.title
  runbook_type               = each.value.type
  body_md                    = file("${path.module}/runbooks/${each.key}.md")
  linked_app_ids             = [for key in each.value.services : svc_project.service[key].id]
  linked_incident_severities = try(each.value.severities, [])
  pinned                     = contains(try(each.value.severities, []), "blocker")
  visibility_role_min        = "member"
}
