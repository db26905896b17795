// What takes a way to the server and back is begun here, before the modules that wait for it are there.

import "./language/loading.js";
import { openAhead } from "./socket.js";

if (/^\/(?:$|rooms\/|embed\/)/.test(location.pathname)) openAhead(); // elsewhere it may never be used
