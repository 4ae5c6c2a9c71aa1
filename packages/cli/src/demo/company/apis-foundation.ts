/** Under each project: the API, its protocol, its lifecycle, whether nobody owns it; its name. */
export const foundationApis = `
product-catalogue
  catalogue-api openapi production: Product Catalogue API #internal #critical
    Products by id, barcode or category, with allergens as the law requires.
  catalogue-events asyncapi production: Product events #events
    A product came, changed or left the range of a hub.
  catalogue-import rest production unowned: Product Import API #partner
    Takes product sheets from suppliers and says line by line what is wrong with them.
price-service
  price-api grpc production: Prices API #internal #low-latency
    Up to two hundred prices at a time, for a hub and a moment.
  price-events asyncapi production: Price events #events
    Price changes, an hour before they count.
picking-service
  picking-api grpc production: Picking API #internal
    Pick runs, picked lines and substitutions for the wrist scanners.
  picking-events asyncapi production: Picking events #events
    A run was started, a line picked or replaced, a crate closed.
stock-service
  stock-api grpc production: Stock API #internal #critical
    What can be promised from a hub, and promising it.
  stock-events asyncapi production: Stock events #events
    Every movement of stock, by hub and shelf.
cold-chain-monitor
  cold-chain-api rest production: Cold Chain API #internal
    Temperatures by hub and room, and the alarms that are open.
  cold-alerts asyncapi experimental: Cold chain alarms #events
replenishment
  purchase-api rest production: Purchase Orders API #internal
    Orders to suppliers: proposed, sent, confirmed, delivered.
supplier-portal
  supplier-edi other production unowned: Supplier EDI #partner
    EDIFACT messages from the nine suppliers that do not use the portal.
demand-forecast
  forecast-api grpc production: Forecast API #internal
route-planner
  route-api grpc production: Routes API #internal #critical
    The tours of a hub as they stand now, and what changes if one more stop is added.
tracking-service
  tracking-api openapi production: Tracking API #internal
    Where an order is and when it will be there.
  tracking-stream other production: Live Tracking #public #edge
    A WebSocket that moves the little bike on the map.
bike-telemetry
  bike-ingest other production unowned: Bike Ingest #edge
    MQTT over TLS from the bikes, ten seconds apart, buffered where there is no signal.
  bike-api rest production: Bikes API #internal
    State of a bike: where, how full the battery is, when it needs a mechanic.
event-pipeline
  event-collect rest production: Event Collector API #public #edge
    Takes batches of events from browsers and apps. Answers 202 and thinks later.
login-service
  login-oidc openapi production: Sign-in API #public #critical
    OpenID Connect with passkeys; passwords only for older accounts.
release-train
  release-api rest production: Releases API #internal
old-shop
  old-shop-soap other retired: Old Shop SOAP #internal
    Used by the old till system until it was scrapped.
`
