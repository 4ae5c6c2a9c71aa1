terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

data "svc_templates" "node" {
  tag = "node"
}

output "templates_for_node" {
  value = { for template in data.svc_templates.node.templates : template.name => template.parameters[*].label }
}
