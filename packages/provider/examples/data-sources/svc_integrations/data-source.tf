terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

data "svc_integrations" "all" {}

output "not_configured" {
  value = [
    for integration in data.svc_integrations.all.integrations : integration.display_name
    if !integration.is_configured
  ]
}
