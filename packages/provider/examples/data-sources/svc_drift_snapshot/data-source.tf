terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

variable "snapshot_id" {
  type        = string
  description = "A scan, such as dft_01jcq8z3v1000a7k2m9x4q6r8t. Scans are reported by automation."
}

data "svc_drift_snapshot" "scan" {
  id = var.snapshot_id
}

output "variables_that_differ" {
  value = { for mapping in data.svc_drift_snapshot.scan.mappings : mapping.variable => mapping.kind... }
}
