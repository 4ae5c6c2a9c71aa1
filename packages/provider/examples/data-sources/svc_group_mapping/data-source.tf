terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_group_mapping" "payments" {
  source = "scim"
  group  = "payments-engineers"
  role   = "member"
}

data "svc_group_mapping" "payments" {
  id = svc_group_mapping.payments.id
}

output "role" {
  value = data.svc_group_mapping.payments.role
}
