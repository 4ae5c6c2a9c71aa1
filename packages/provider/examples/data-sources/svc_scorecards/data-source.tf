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

data "svc_scorecards" "all" {
  depends_on = [svc_scorecard.production_readiness]
}

output "rules_of_each_scorecard" {
  value = { for scorecard in data.svc_scorecards.all.scorecards : scorecard.name => scorecard.rules[*].label }
}
