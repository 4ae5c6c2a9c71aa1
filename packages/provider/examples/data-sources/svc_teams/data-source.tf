terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_team" "payments" {
  name          = "Payments"
  slack_channel = "#team-payments"
}

data "svc_teams" "all" {
  depends_on = [svc_team.payments]
}

output "where_to_reach_them" {
  value = { for team in data.svc_teams.all.teams : team.name => team.slack_channel }
}
