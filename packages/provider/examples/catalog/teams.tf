locals {
  # The first of its people leads a team.
  teams = {
    storefront = {
      name               = "Storefront"
      description        = "What customers see: the shop, the catalogue and the workshop's bookings."
      color              = "#1971c2"
      people             = ["ada@example.com", "linus@example.com"]
      pagerduty_schedule = "PSTORE1"
    }
    orders = {
      name               = "Orders"
      description        = "From a full basket to an order that is on its way."
      color              = "#2f9e44"
      people             = ["grace@example.com", "edsger@example.com"]
      pagerduty_schedule = "PORDER1"
    }
    payments = {
      name               = "Payments"
      description        = "Everything that moves money."
      color              = "#0b7285"
      people             = ["barbara@example.com"]
      pagerduty_schedule = "PPAYMT1"
    }
    logistics = {
      name        = "Logistics"
      description = "What is in stock, and how it gets to the customer."
      color       = "#e8590c"
      people      = ["katherine@example.com", "donald@example.com"]
    }
    platform = {
      name        = "Platform"
      description = "What all other teams build on, this catalog included."
      color       = "#5f3dc4"
      people      = ["owner@example.com"]
    }
  }

  user_ids = { for user in data.svc_users.all.users : user.email => user.id if user.email != null }
}

# People sign in or are added by an administrator. Whoever has no account yet joins with the next apply after.
data "svc_users" "all" {}

resource "svc_team" "team" {
  for_each = local.teams

  name          = each.value.name
  description   = each.value.description
  color         = each.value.color
  slack_channel = "#team-${each.key}"
  lead_uid      = lookup(local.user_ids, each.value.people[0], null)
  member_uids   = [for email in each.value.people : local.user_ids[email] if contains(keys(local.user_ids), email)]
}
