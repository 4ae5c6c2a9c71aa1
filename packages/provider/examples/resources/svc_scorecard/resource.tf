terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_domain" "commerce" {
  name = "Commerce"
}

resource "svc_scorecard" "production_readiness" {
  name             = "Production readiness"
  description      = "What we ask of everything that customers depend on."
  applicable_kinds = ["component", "api", "resource"]
  tags             = ["platform"]

  rules = [
    {
      type        = "has_owner_team"
      label       = "Has an owner"
      description = "Somebody must answer when it breaks."
      weight      = 5
    },
    {
      type   = "has_description"
      label  = "Says what it is for"
      weight = 2
    },
    {
      type        = "lifecycle_in"
      label       = "Is in production"
      weight      = 3
      params_json = jsonencode({ lifecycles = ["production"] })
    },
  ]

  # Left out, the tiers are bronze from 50, silver from 75 and gold from 100.
  tiers = [
    { name = "bronze", min_score = 40 },
    { name = "silver", min_score = 70 },
    { name = "gold", min_score = 100 },
  ]

  # Only entities of this domain that carry one of these tags.
  scope_domain_id = svc_domain.commerce.id
  scope_tags      = ["core", "public"]
}

# The same for one team's own things, over one system.
resource "svc_team" "payments" {
  name = "Payments"
}

resource "svc_system" "payments" {
  name          = "Payments"
  owner_team_id = svc_team.payments.id
}

resource "svc_scorecard" "payments_hygiene" {
  name             = "Payments hygiene"
  applicable_kinds = ["component"]
  rules            = [{ type = "has_description", label = "Says what it is for", weight = 1 }]
  scope_team_id    = svc_team.payments.id
  scope_system_id  = svc_system.payments.id
}
