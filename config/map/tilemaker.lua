-- What the map shows of OpenStreetMap data: the layers of tilemaker.json.
--
-- tilemaker calls node_function and way_function for each object. A class is the object's kind, from which the client
-- derives width, colour and size; `zoom` is the level from which the object is visible.

node_keys = { "place", "railway" }

-- The languages of config/locales, in which the client shows names.
local languages = { "ar", "de", "en", "fi", "ja" }

local place_zoom = { city = 8, town = 9, village = 11, suburb = 11, island = 12, quarter = 13, neighbourhood = 13 }

local roads = {
  motorway = { "motorway", 8 }, trunk = { "motorway", 8 },
  primary = { "main", 10 }, secondary = { "main", 11 },
  tertiary = { "street", 12 }, unclassified = { "street", 13 }, residential = { "street", 13 },
  living_street = { "street", 13 }, pedestrian = { "street", 13 }, service = { "lane", 14 },
  footway = { "path", 14 }, path = { "path", 14 }, cycleway = { "path", 14 }, steps = { "path", 14 },
}

local green = {
  leisure = { park = true, garden = true, pitch = true, golf_course = true, nature_reserve = true },
  landuse = { forest = true, grass = true, meadow = true, cemetery = true, recreation_ground = true },
  natural = { wood = true, scrub = true, grassland = true, heath = true },
}

local function write_names(object, zoom)
  local name = object:Find("name")
  if name == "" then return end
  object:Attribute("name", name, zoom)
  for _, language in ipairs(languages) do
    local translated = object:Find("name:" .. language)
    if translated ~= "" and translated ~= name then object:Attribute("name:" .. language, translated, zoom) end
  end
end

local function write_label(object, class, zoom, is_area)
  if object:Find("name") == "" then return end
  if is_area then object:LayerAsCentroid("label") else object:Layer("label", false) end
  object:Attribute("class", class)
  object:MinZoom(zoom)
  write_names(object, zoom)
end

-- Larger areas are visible, and have a name, from farther away; a tile of zoom level 14 is about 1.2 km wide in Europe.
local function area_zoom(way)
  local area = way:Area()
  return area > 4000000 and 10 or area > 400000 and 12 or area > 40000 and 13 or 14
end

function node_function(node)
  local place = node:Find("place")
  if place_zoom[place] then
    write_label(node, place, place_zoom[place], false)
  elseif node:Find("railway") == "station" then
    write_label(node, "station", 13, false)
  end
end

function way_function(way)
  local road = roads[way:Find("highway"):gsub("_link$", "")]
  local railway = way:Find("railway")
  local isTunnel = way:Find("tunnel") == "yes"
  if road and way:Find("area") ~= "yes" then
    if isTunnel and road[1] == "path" then return end
    if road[1] == "path" and way:Find("footway") ~= "" then return end -- pavements and crossings
    if road[1] == "lane" and way:Find("service") ~= "" then return end -- drives and car parks
    way:Layer("road", false)
    way:Attribute("class", road[1])
    way:MinZoom(road[2])
    if road[1] ~= "path" then write_names(way, math.max(road[2], 13)) end
  elseif (railway == "rail" or railway == "light_rail") and not isTunnel and way:Find("service") == "" then
    way:Layer("road", false)
    way:Attribute("class", "rail")
    way:MinZoom(11)
  end

  local natural, waterway = way:Find("natural"), way:Find("waterway")
  if natural == "coastline" then
    way:Layer("coast", false)
  elseif waterway == "river" or waterway == "canal" then
    way:Layer("coast", false)
    way:MinZoom(waterway == "river" and 9 or 12)
  end
  if not way:IsClosed() then return end
  local zoom = area_zoom(way)
  if natural == "water" or waterway == "riverbank" or waterway == "dock" or way:Find("landuse") == "reservoir" then
    way:Layer("water", true)
    way:MinZoom(zoom)
    write_label(way, "water", zoom, true)
  elseif green.leisure[way:Find("leisure")] or green.landuse[way:Find("landuse")] or green.natural[natural] then
    way:Layer("green", true)
    way:MinZoom(zoom)
    if way:Find("leisure") == "park" then write_label(way, "park", zoom, true) end
  elseif way:Find("building") ~= "" and way:Find("building") ~= "no" then
    way:Layer("building", true)
  end
end
