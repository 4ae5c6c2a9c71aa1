resource "svc_scorecard" "ownership" {
  name             = "Known and owned"
  description      = "The least that we ask of anything that runs."
  applicable_kinds = ["component", "api", "resource", "system", "domain"]

  rules = [
    { type = "has_owner_team", label = "Has an owner", weight = 5 },
    { type = "has_description", label = "Says what it is for", weight = 3 },
  ]
}

resource "svc_scorecard" "commerce" {
  name             = "Ready for the season"
  description      = "Before spring, nothing that sells may be an experiment."
  applicable_kinds = ["api", "resource"]
  scope_domain_id  = svc_domain.domain["commerce"].id

  rules = [
    { type = "has_owner_team", label = "Has an owner", weight = 3 },
    {
      type        = "lifecycle_in"
      label       = "Is in production"
      description = "Experiments are welcome, but not in the way of a sale."
      weight      = 7
      params_json = jsonencode({ lifecycles = ["production"] })
    },
  ]

  tiers = [
    { name = "nearly", min_score = 70 },
    { name = "ready", min_score = 100 },
  ]
}
