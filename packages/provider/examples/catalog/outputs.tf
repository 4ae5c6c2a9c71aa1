output "services_by_team" {
  description = "Who owns what."
  value = {
    for key, team in local.teams : team.name => [
      for service in local.services : service.name if service.team == key
    ]
  }
}

output "callers" {
  description = "Who must hear before an API changes."
  value       = { for key, call in local.calls : svc_api.api[call.called].name => local.services[call.caller].name... }
}

output "people_without_account" {
  description = "Members of a team that svc does not know yet."
  value       = setsubtract(flatten([for team in local.teams : team.people]), keys(local.user_ids))
}
