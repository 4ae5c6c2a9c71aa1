terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

variable "provider_id" {
  type        = string
  description = "An identity provider, such as idp_01jcq8z3v1000a7k2m9x4q6r8t. Its name will do as well, as name."
}

data "svc_identity_provider" "company" {
  id = var.provider_id
}

output "discovery_url" {
  value = try(data.svc_identity_provider.company.oidc.discovery_url, null)
}
