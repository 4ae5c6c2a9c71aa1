terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_scorecard" "production_readiness" {
  name             = "Production readiness"
  applicable_kinds = ["component"]
  rules            = [{ type = "has_owner_team", label = "Has an owner", weight = 1 }]
}

data "svc_scorecard" "production_readiness" {
  name = svc_scorecard.production_readiness.name
}

output "score_for_gold" {
  value = one([for tier in data.svc_scorecard.production_readiness.tiers : tier.min_score if tier.name == "gold"])
}
