terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_project" "checkout" {
  name = "Checkout"
}

data "svc_deployments" "successful" {
  app_id   = svc_project.checkout.id
  platform = "backend"
  status   = "success"
}

# The newest comes first.
output "version_in_production" {
  value = try(data.svc_deployments.successful.deployments[0].build_version, null)
}
