terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

variable "domain" {
  type        = string
  description = "An e-mail domain that an administrator has added, such as example.com."
}

data "svc_sso_domain" "company" {
  normalized_domain = var.domain
}

output "is_verified" {
  value = data.svc_sso_domain.company.verification_status == "verified"
}
