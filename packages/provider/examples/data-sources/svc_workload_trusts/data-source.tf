terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

data "svc_workload_trusts" "all" {}

# Rules that no pipeline has ever used.
output "unused" {
  value = [for trust in data.svc_workload_trusts.all.workload_trusts : trust.name if trust.last_used_at == null]
}
