# Measured by svc where the observability integration names a Prometheus server, and only shown until then.
resource "svc_slo" "available" {
  for_each = { for key, service in local.services : key => service if can(service.available) }

  name        = "${each.value.name} answers"
  app_id      = svc_project.service[each.key].id
  type        = "availability"
  target      = each.value.available
  window      = "rolling30d"
  data_source = "prometheus:100 * avg_over_time(up{job=\"${each.key}\"}[30d])"
}

# Measured by the warehouse itself, which reports it once a day.
resource "svc_slo" "parcels" {
  name   = "Parcels leave the warehouse"
  app_id = svc_project.service["delivery"].id
  type   = "throughput"
  target = 1200
  unit   = "parcels a day"
  window = "calendarMonth"
}
