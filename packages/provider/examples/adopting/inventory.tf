terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

data "svc_teams" "all" {}
data "svc_domains" "all" {}
data "svc_systems" "all" {}
data "svc_projects" "all" { archived = "all" }
data "svc_apis" "all" {}
data "svc_resources" "all" {}
data "svc_dependency_edges" "all" {}
data "svc_slos" "all" {}
data "svc_runbooks" "all" {}
data "svc_scorecards" "all" {}
data "svc_oncall_bindings" "all" {}

locals {
  # What to call each object as code, by its id.
  names = {
    svc_team            = { for one in data.svc_teams.all.teams : one.id => one.name }
    svc_domain          = { for one in data.svc_domains.all.domains : one.id => one.name }
    svc_system          = { for one in data.svc_systems.all.systems : one.id => one.name }
    svc_project         = { for one in data.svc_projects.all.projects : one.id => one.name }
    svc_api             = { for one in data.svc_apis.all.apis : one.id => one.name }
    svc_resource        = { for one in data.svc_resources.all.resources : one.id => one.name }
    svc_dependency_edge = { for one in data.svc_dependency_edges.all.dependencies : one.id => one.type }
    svc_slo             = { for one in data.svc_slos.all.slos : one.id => one.name }
    svc_runbook         = { for one in data.svc_runbooks.all.runbooks : one.id => one.title }
    svc_scorecard       = { for one in data.svc_scorecards.all.scorecards : one.id => one.name }
    svc_oncall_binding  = { for one in data.svc_oncall_bindings.all.bindings : one.id => one.scope }
  }
}

# The end of its id keeps objects of one name apart.
output "imports" {
  value = join("\n", flatten([
    for type, names in local.names : [
      for id, name in names : <<-EOT
        import {
          to = ${type}.${replace(replace(lower(name), "/^[^a-z]+/", ""), "/[^a-z0-9]+/", "_")}_${substr(id, -4, 4)}
          id = "${id}"
        }
      EOT
    ]
  ]))
}
