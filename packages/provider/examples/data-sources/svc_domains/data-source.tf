terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_domain" "commerce" {
  name = "Commerce"
  tags = ["core"]
}

data "svc_domains" "core" {
  tag = "core"

  depends_on = [svc_domain.commerce]
}

output "core_domains" {
  value = [for domain in data.svc_domains.core.domains : domain.name]
}
