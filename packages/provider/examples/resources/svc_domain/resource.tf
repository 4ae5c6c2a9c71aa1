terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_team" "commerce" {
  name = "Commerce"
}

resource "svc_domain" "commerce" {
  name          = "Commerce"
  description   = "Selling and getting paid."
  owner_team_id = svc_team.commerce.id
  tags          = ["core"]
}

resource "svc_system" "ordering" {
  name      = "Ordering"
  domain_id = svc_domain.commerce.id
}
