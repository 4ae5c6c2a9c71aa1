# A hundred resources of all types that refer to each other, or several hundreds.

variable "hundreds" {
  type = number
}

locals {
  teams     = svc_team.all[*].id
  projects  = svc_project.all[*].id
  apis      = svc_api.all[*].id
  resources = svc_resource.all[*].id
  domains   = svc_domain.all[*].id
}

resource "svc_team" "all" {
  count         = 12 * var.hundreds
  name          = "Team ${count.index}"
  slack_channel = "#team-${count.index}"
}

resource "svc_project" "all" {
  count         = 16 * var.hundreds
  name          = "Project ${count.index}"
  owner_team_id = element(local.teams, count.index)
}

resource "svc_api" "all" {
  count        = 16 * var.hundreds
  name         = "API ${count.index}"
  kind         = "grpc"
  component_id = element(local.projects, count.index)
  tags         = ["public", "tag-${count.index}"]
}

resource "svc_resource" "all" {
  count         = 12 * var.hundreds
  name          = "Resource ${count.index}"
  kind          = "queue"
  owner_team_id = element(local.teams, count.index)
}

resource "svc_domain" "all" {
  count = 4 * var.hundreds
  name  = "Domain ${count.index}"
}

resource "svc_system" "all" {
  count     = 8 * var.hundreds
  name      = "System ${count.index}"
  domain_id = element(local.domains, count.index)
  api_ids   = [element(local.apis, count.index)]
}

resource "svc_dependency_edge" "all" {
  count     = 12 * var.hundreds
  from_kind = "component"
  from_id   = element(local.projects, count.index)
  to_kind   = "resource"
  to_id     = element(local.resources, count.index)
}

resource "svc_scorecard" "all" {
  count            = 4 * var.hundreds
  name             = "Scorecard ${count.index}"
  applicable_kinds = ["domain"]
  rules            = [{ type = "has_owner_team", label = "Has an owner", weight = 1 }]
}

# All alike: nothing but the state tells one from another.
resource "svc_runbook" "all" {
  count        = 6 * var.hundreds
  title        = "Deploying"
  runbook_type = "deployment"
  body_md      = "Press the button."
}

resource "svc_slo" "all" {
  count  = 6 * var.hundreds
  name   = "SLO ${count.index}"
  app_id = element(local.projects, count.index)
  type   = "availability"
  target = 99.5
  window = "rolling30d"
}

resource "svc_oncall_binding" "all" {
  count         = 4 * var.hundreds
  scope         = "component"
  target_id     = element(local.projects, count.index)
  provider_name = "manual"
}
