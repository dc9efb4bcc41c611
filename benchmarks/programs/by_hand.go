// What a programmer would write in Go: `by_hand pingpong` and so on do the same as the models of these names.
package main

import (
	"os"
	"strconv"
	"sync"
)

func pingpong(rounds int) {
	there, back := make(chan int, 1), make(chan int, 1)
	go func() {
		for i := 0; i < rounds; i++ {
			back <- <-there
		}
	}()
	for i := 0; i < rounds; {
		there <- i
		i = <-back + 1
	}
}

func pipeline(messages int) {
	links := [3]chan int{make(chan int, 16), make(chan int, 16), make(chan int, 16)}
	go func() {
		for i := 0; i < messages; i++ {
			links[0] <- i
		}
	}()
	for stage := 0; stage < 2; stage++ {
		go func(from, to chan int) {
			for i := 0; i < messages; i++ {
				to <- <-from + 1
			}
		}(links[stage], links[stage+1])
	}
	for i := 0; i < messages; i++ {
		if <-links[2] != i+2 {
			panic("wrong")
		}
	}
}

func fan(messages, workers int) {
	work := make(chan int, 16)
	var all sync.WaitGroup
	all.Add(workers)
	for worker := 0; worker < workers; worker++ {
		go func() {
			for <-work >= 0 {
			}
			all.Done()
		}()
	}
	for i := 0; i < messages; i++ {
		work <- i
	}
	for worker := 0; worker < workers; worker++ {
		work <- -1
	}
	all.Wait()
}

func ring(members, rounds int) {
	links := make([]chan int, members)
	for at := range links {
		links[at] = make(chan int, 1)
	}
	var all sync.WaitGroup
	all.Add(members)
	for at := range links {
		go func(from, to chan int) {
			for i := 0; i < rounds; i++ {
				to <- <-from + 1
			}
			all.Done()
		}(links[at], links[(at+1)%members])
	}
	links[0] <- 0
	all.Wait()
}

func selecting(messages, boxes int) {
	box := make([]chan int, boxes)
	for at := range box {
		box[at] = make(chan int, 1)
	}
	go func() {
		for i := 0; i < messages; i++ {
			box[i%boxes] <- i
		}
	}()
	for got := 0; got < messages; got++ {
		wait64(box)
	}
}

// One select with 64 cases.
func wait64(box []chan int) {
	select {
	case <-box[0]:
	case <-box[1]:
	case <-box[2]:
	case <-box[3]:
	case <-box[4]:
	case <-box[5]:
	case <-box[6]:
	case <-box[7]:
	case <-box[8]:
	case <-box[9]:
	case <-box[10]:
	case <-box[11]:
	case <-box[12]:
	case <-box[13]:
	case <-box[14]:
	case <-box[15]:
	case <-box[16]:
	case <-box[17]:
	case <-box[18]:
	case <-box[19]:
	case <-box[20]:
	case <-box[21]:
	case <-box[22]:
	case <-box[23]:
	case <-box[24]:
	case <-box[25]:
	case <-box[26]:
	case <-box[27]:
	case <-box[28]:
	case <-box[29]:
	case <-box[30]:
	case <-box[31]:
	case <-box[32]:
	case <-box[33]:
	case <-box[34]:
	case <-box[35]:
	case <-box[36]:
	case <-box[37]:
	case <-box[38]:
	case <-box[39]:
	case <-box[40]:
	case <-box[41]:
	case <-box[42]:
	case <-box[43]:
	case <-box[44]:
	case <-box[45]:
	case <-box[46]:
	case <-box[47]:
	case <-box[48]:
	case <-box[49]:
	case <-box[50]:
	case <-box[51]:
	case <-box[52]:
	case <-box[53]:
	case <-box[54]:
	case <-box[55]:
	case <-box[56]:
	case <-box[57]:
	case <-box[58]:
	case <-box[59]:
	case <-box[60]:
	case <-box[61]:
	case <-box[62]:
	case <-box[63]:
	}
}

func many(rounds, atATime int) {
	done := make(chan byte, 16)
	for round := 0; round < rounds; round++ {
		for n := 0; n < atATime; n++ {
			go func() { done <- 1 }()
		}
		for n := 0; n < atATime; n++ {
			<-done
		}
	}
}

func main() {
	times := 1
	if len(os.Args) > 2 {
		times, _ = strconv.Atoi(os.Args[2])
	}
	switch os.Args[1] {
	case "pingpong":
		pingpong(200000 * times)
	case "pipeline":
		pipeline(300000 * times)
	case "fan":
		fan(300000*times, 8)
	case "ring":
		ring(100, 5000*times)
	case "select":
		selecting(200000*times, 64)
	case "many":
		many(50*times, 200)
	}
}
