/** Under each project: the API, its protocol, its lifecycle, whether nobody owns it; its name. */
export const shoppingApis = `
shop-gateway
  shop-graph graphql production: Shop Graph #public #edge
    Everything the web shop shows, in one query. Persisted queries only.
content-service
  content-api rest production: Content API #internal
    Pages, recipes and banners by city and language.
apps-gateway
  apps-graph graphql production: Apps Graph #public #edge
    The apps' view of the shop. A field lives on for six months after it was last used.
  device-registry rest production: Device Registry API #internal #pii
    Registers phones for push messages and forgets them when the app is removed.
search-service
  search-api openapi production: Search API #internal
    Products of a hub for a few words and filters, with facets.
  suggest-api rest production: Suggestions API #internal #low-latency
    Completions while typing. Answers in 30 ms or not at all.
  search-admin rest experimental unowned: Search Tuning API #internal
    Synonyms and boosts for the range managers. Replaces the spreadsheet.
search-indexer
  index-control grpc production: Index Control API #internal
    Starts, watches and stops a rebuild of the index.
recommendations
  recommend-api grpc production: Recommendations API #internal #low-latency
    Up to forty products for a customer and a place on the page.
  recommend-batch rest deprecated unowned: Nightly Picks Export #internal
    A file of picks per customer for the newsletter. Use the Recommendations API instead.
basket-service
  basket-api openapi production: Basket API #internal
    Puts things in, takes them out, and says what it all costs now.
  basket-events asyncapi production: Basket events #events
    A basket was started, changed, left lying, or became an order.
checkout-service
  checkout-api openapi production: Checkout API #internal #critical
    The steps from basket to order. Every call can safely be repeated.
  order-api openapi production: Orders API #internal #critical
    Reads orders and changes what may still be changed before picking starts.
  order-api-v1 rest deprecated unowned: Orders API v1 #internal
    The old shape, with prices as decimals. Two callers are left.
  order-events asyncapi production: Order events #events #critical
    Placed, changed, picked, on its way, delivered, cancelled.
slot-service
  slot-api openapi production: Delivery Slots API #internal
    Slots for an address, and holding one for ten minutes.
  slot-admin rest production: Slot Capacity API #internal
    Hub managers close slots when it snows.
  slot-events asyncapi production: Slot events #events
promotions
  promo-api grpc production: Promotions API #internal
    Which discounts apply to these lines for this customer.
  voucher-api rest production: Vouchers API #internal
    Makes vouchers, checks them and marks them used.
payment-service
  payment-api openapi production: Payments API #internal #pci #critical
    Authorise, capture, cancel. Knows cards only by their tokens.
  payment-webhooks openapi production: Processor Webhooks #public #pci
    Where the card processor tells us how it went. Signed; may come twice and out of order.
  payment-events asyncapi production: Payment events #events #pci
    Authorised, captured, failed, charged back.
refund-worker
  refund-api rest production: Refunds API #internal
    Asks for a refund, says where it stands.
invoice-service
  invoice-api rest production: Invoices API #internal #pii
    Invoices and credit notes as data and as PDF.
  vat-rates rest experimental: VAT Rates API #internal
    The rate of a product group in a country on a day.
deposit-ledger
  deposit-api grpc production: Deposit API #internal
    Charges a deposit, refunds it, reports a customer's balance.
  deposit-events asyncapi production: Deposit events #events
    Every booking in the ledger, in order.
accounts-service
  account-api openapi production: Accounts API #internal #pii #critical
    Customers and their consents.
  address-api rest production: Addresses API #internal #pii
    Addresses with door codes and "leave it with the neighbour".
  account-api-v1 rest retired: Accounts API v1 #internal
    Gone since spring. Listed so that old documents make sense.
  account-events asyncapi production: Account events #events #pii
    Joined, changed, asked to be forgotten.
loyalty-service
  loyalty-api rest production: Sprigs API #internal
    Balance, history and what can be had for it.
care-desk
  care-api rest production: Care Cases API #internal #pii
    Cases, notes and what was promised to whom.
notification-service
  notify-api grpc production: Notifications API #internal
    Sends a message by template; picks the channel the customer prefers.
  notify-templates rest production: Message Templates API #internal
    Texts in five languages, with a preview.
`
