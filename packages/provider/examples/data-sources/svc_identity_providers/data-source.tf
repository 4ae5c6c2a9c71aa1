terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

data "svc_identity_providers" "all" {}

output "active_providers" {
  value = [for provider in data.svc_identity_providers.all.providers : provider.name if provider.status == "active"]
}
