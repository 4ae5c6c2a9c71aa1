locals {
  services          = yamldecode(file("${path.module}/services.yaml"))
  services_with_api = { for key, service in local.services : key => service if can(service.api) }

  resources = merge([
    for key, service in local.services : {
      for name, resource in try(service.resources, {}) : name => merge(resource, { service = key })
    }
  ]...)
}

resource "svc_project" "service" {
  for_each = local.services

  name          = each.value.name
  description   = each.value.description
  owner_team_id = svc_team.team[each.value.team].id
  repo_url      = "https://git.example.com/larkfield/${each.key}"
}

resource "svc_api" "api" {
  for_each = local.services_with_api

  name            = "${each.value.name} API"
  description     = each.value.description
  component_id    = svc_project.service[each.key].id
  owner_team_id   = svc_team.team[each.value.team].id
  kind            = each.value.api.kind
  lifecycle_stage = each.value.stage
  spec_url        = try(each.value.api.spec, null)
  tags            = try(each.value.api.public, false) ? ["public"] : []
}

resource "svc_resource" "resource" {
  for_each = local.resources

  name            = each.key
  description     = each.value.description
  component_id    = svc_project.service[each.value.service].id
  owner_team_id   = svc_team.team[local.services[each.value.service].team].id
  kind            = each.value.kind
  provider_name   = each.value.provider
  lifecycle_stage = local.services[each.value.service].stage
  external_id     = try(each.value.external_id, null)
}
