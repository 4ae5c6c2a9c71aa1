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

resource "svc_project" "checkout" {
  name = "Checkout"
}

# How a project does on every scorecard. svc grades within a second of a change, so a first apply may be too early.
data "svc_scores" "checkout" {
  entity_kind = "component"
  entity_id   = svc_project.checkout.id

  depends_on = [svc_scorecard.production_readiness]
}

output "scores_of_checkout" {
  value = { for score in data.svc_scores.checkout.scores : score.scorecard_id => score.score }
}
