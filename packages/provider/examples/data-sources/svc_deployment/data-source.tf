terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

variable "deployment_id" {
  type        = string
  description = "A deployment, such as dpl_01jcq8z3v1000a7k2m9x4q6r8t. Deployments are reported by automation."
}

data "svc_deployment" "release" {
  id = var.deployment_id
}

output "deployed_version" {
  value = data.svc_deployment.release.build_version
}
