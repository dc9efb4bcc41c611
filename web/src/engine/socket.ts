/** The engine of `penstock serve`: frames over a socket to the machine that this page comes from. */
import { Conversation, type Engine, type Reply } from "./engine";

export function connectSocket(lost: (message: string) => void): Promise<Engine> {
  const address = new URL("engine", location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.hash = "";
  address.search = "";
  return new Promise((done, failed) => {
    const socket = new WebSocket(address);
    const talk = new Conversation((request) => socket.send(JSON.stringify(request)));
    let open = false;
    socket.onopen = () => {
      open = true;
      done(talk);
    };
    socket.onmessage = (event) => talk.receive(JSON.parse(event.data as string) as Reply);
    socket.onclose = (event) => {
      const message = event.reason || "The server has stopped. Start `penstock serve` again, then reload this page.";
      talk.close(message);
      if (open) lost(message);
      else failed(new Error("The server did not let this page in. Open the address that `penstock serve` prints."));
    };
  });
}
