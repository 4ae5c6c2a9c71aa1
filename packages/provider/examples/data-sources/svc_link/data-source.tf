terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

variable "link_id" {
  type        = string
  description = "A link, such as lnk_01jcq8z3v1000a7k2m9x4q6r8t. Its title will do as well, as title."
}

data "svc_link" "dashboard" {
  id = var.link_id
}

output "address" {
  value = data.svc_link.dashboard.url
}
