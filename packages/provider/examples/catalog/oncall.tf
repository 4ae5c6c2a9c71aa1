resource "svc_oncall_binding" "team" {
  for_each = local.teams

  scope         = "team"
  target_id     = svc_team.team[each.key].id
  provider_name = can(each.value.pagerduty_schedule) ? "pagerduty" : "manual"
  schedule_id   = try(each.value.pagerduty_schedule, null)
  label         = can(each.value.pagerduty_schedule) ? "Around the clock" : "In working hours, in #team-${each.key}"
}
