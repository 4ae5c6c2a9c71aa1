terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_team" "payments" {
  name = "Payments"
}

resource "svc_project" "checkout" {
  name          = "Checkout"
  owner_team_id = svc_team.payments.id
}

# Everything that a team owns, what is archived included.
data "svc_projects" "payments" {
  owner_team_id = svc_team.payments.id
  archived      = "all"

  depends_on = [svc_project.checkout]
}

output "projects_of_payments" {
  value = { for project in data.svc_projects.payments.projects : project.name => project.id }
}
